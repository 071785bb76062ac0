#![no_main]
fuzz::holds!(conditions);
