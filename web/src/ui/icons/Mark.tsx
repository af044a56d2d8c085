export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
    <path d="M23.2 11.2a8.6 8.6 0 1 0 0 9.6" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    <circle cx="16" cy="16" r="3.4" fill="#fff" />
  </svg>
)
