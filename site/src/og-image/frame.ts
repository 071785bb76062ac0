/** How a picture is laid behind a frame. */
export type Placement = { left: number; top: number; width: number; height: number };

type Size = { width: number; height: number };

/**
 * A picture that fills a frame, with as much of it cut as must be: what lies at the focus (0 to 1 from left and top)
 * stays as near to the middle as the picture reaches. `object-fit: cover`, for where there is no such thing.
 */
export function cover(frame: Size, picture: Size, focus = { x: 0.5, y: 0.5 }): Placement {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return {
    left: shift(frame.width, width, focus.x),
    top: shift(frame.height, height, focus.y),
    width,
    height,
  };
}

function shift(frame: number, picture: number, focus: number): number {
  const centred = frame / 2 - picture * focus;
  return Math.min(0, Math.max(frame - picture, centred));
}
