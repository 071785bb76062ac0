#![no_main]
fuzz::holds!(picture);
