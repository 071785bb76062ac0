#![no_main]
fuzz::holds!(overlay);
