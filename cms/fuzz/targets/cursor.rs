#![no_main]
fuzz::holds!(cursor);
