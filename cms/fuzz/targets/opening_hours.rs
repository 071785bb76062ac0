#![no_main]
fuzz::holds!(opening_hours);
