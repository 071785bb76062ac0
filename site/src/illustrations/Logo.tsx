/** Karst towers above a river in a circle, in the color of the text. Decorative: the name of the brand is beside it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" width="32" height="32" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <circle cx="16" cy="16" r="15" />
        <path d="M7 23.9q2.25-1.6 4.5 0t4.5 0 4.5 0 4.5 0M11.5 27.3q2.25-1.5 4.5 0t4.5 0" strokeWidth="1.7" />
      </g>
      <path
        fill="currentColor"
        d="M4.8 21l1-4.8Q6.2 12.8 8 12.8q1.9 0 2.2 2.4L11.2 8.5Q11.9 4.5 14.8 4.5q2.9 0 3.6 3.8.9.2 1.2 2.1l.9 4.4q.5-2.1 2.2-2.1 1.9 0 2.4 2.6.8.1 1.1 1.7L27 21z"
      />
    </svg>
  );
}
