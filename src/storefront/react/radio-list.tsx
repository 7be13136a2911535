import { useId } from "react"

/** A choice of one of several. */
export function RadioList({
  legend,
  options,
  selected,
  onSelect,
}: {
  legend: string
  options: readonly { value: string; name: string; further?: string }[]
  selected: string
  onSelect: (value: string) => void
}) {
  const group = useId()
  return (
    <fieldset className="cryptopay-coins">
      <legend>{legend}</legend>
      {options.map(({ value, name, further }) => (
        <label key={value} className="cryptopay-coin">
          <input
            type="radio"
            name={group}
            value={value}
            checked={value === selected}
            onChange={() => onSelect(value)}
          />
          <bdi className="cryptopay-coin-name">{name}</bdi>
          {further && <bdi className="cryptopay-soft">{further}</bdi>}
        </label>
      ))}
    </fieldset>
  )
}
