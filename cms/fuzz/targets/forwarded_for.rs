#![no_main]
fuzz::target!(check_forwarded_for);
