#![no_main]
fuzz::target!(opening_hours);
