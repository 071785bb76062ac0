#![no_main]
fuzz::holds!(forwarded);
