/** The position and size of an image behind a frame. */
export type Placement = { left: number; top: number; width: number; height: number };

type Size = { width: number; height: number };

/**
 * `object-fit: cover` for drawings: scales an image to fill a frame. The focal point (0 to 1 from left and top) is as near
 * to the center as the image allows.
 */
export function cover(frame: Size, image: Size, focalPoint = { x: 0.5, y: 0.5 }): Placement {
  const scale = Math.max(frame.width / image.width, frame.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  return {
    left: offset(frame.width, width, focalPoint.x),
    top: offset(frame.height, height, focalPoint.y),
    width,
    height,
  };
}

function offset(frameLength: number, imageLength: number, focus: number): number {
  const centered = frameLength / 2 - imageLength * focus;
  return Math.min(0, Math.max(frameLength - imageLength, centered));
}
