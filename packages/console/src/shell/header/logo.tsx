const LOGO_SIZE = 20;

/** The product's logo: two lines that join. */
export function Logo() {
  return (
    <svg
      width={LOGO_SIZE}
      height={LOGO_SIZE}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="4" cy="5" r="2" />
      <circle cx="4" cy="15" r="2" />
      <circle cx="16" cy="10" r="2" />
      <path d="M6 5h3c3 0 2 5 5 5M6 15h3c3 0 2-5 5-5" />
    </svg>
  );
}
