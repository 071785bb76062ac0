#![no_main]
fuzz::target!(check_opening_hours);
