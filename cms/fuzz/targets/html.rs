#![no_main]
fuzz::holds!(html);
