import type { FormEvent } from "react";

/**
 * Whether the form that is submitted is the one whose handler runs. React's events bubble through portals: the form of a
 * dialog that opens over another form submits to both handlers.
 */
export const isOwnSubmit = ({ target, currentTarget }: FormEvent): boolean => target === currentTarget;
