#![no_main]
fuzz::target!(forwarded_for);
