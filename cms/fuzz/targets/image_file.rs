#![no_main]
fuzz::holds!(image_file);
