#![no_main]
fuzz::holds!(forwarded_for);
