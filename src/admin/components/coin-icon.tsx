/** In the form of Medusa's icons: a coin, and the node of a chain in it. */
export function CoinIcon() {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={15}
      height={15}
      viewBox="0 0 15 15"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinejoin="round"
      aria-hidden
    >
      <circle cx={7.5} cy={7.5} r={6} />
      <path d="M7.5 4.25 10.3 5.9v3.2L7.5 10.75 4.7 9.1V5.9z" />
    </svg>
  )
}
