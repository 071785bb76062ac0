#![no_main]
fuzz::holds!(conditional_headers);
