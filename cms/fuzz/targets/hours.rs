#![no_main]
fuzz::holds!(hours);
