import { useEffect, useRef } from "react"
import type uPlot from "uplot"

/** Bars of one color. Those below zero hang from the axis. */
export type Bars = { values: number[]; color: "paid" | "refunded" }

type BarChartProps = {
  /** What is seen, for those who do not see it; the numbers are in the table beside it. */
  label: string
  names: string[]
  bars: Bars[]
  format: (value: number) => string
}

const HEIGHT = 240

/** CSS variables of Medusa's admin, which differ in its dark mode. */
const COLORS = { paid: "--tag-blue-icon", refunded: "--tag-orange-icon" }

/**
 * A bar chart. The library is loaded with the first chart, and draws on a canvas, so the style sheet
 * that it brings is not needed: the classes here are the part of it that places the canvas.
 */
export function BarChart({ label, names, bars, format }: BarChartProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let chart: uPlot | undefined
    let isGone = false
    const draw = async () => {
      const { default: Chart } = await import("uplot")
      if (isGone) return
      chart?.destroy()
      const values = bars.map((each) => each.values)
      const data = [names.map((_, n) => n), ...values] as uPlot.AlignedData
      chart = new Chart(
        optionsOf(element, Chart, { names, bars, format }),
        data,
        element
      )
    }
    void draw()
    const onResize = new ResizeObserver(() => {
      chart?.setSize({ width: element.clientWidth, height: HEIGHT })
    })
    onResize.observe(element)
    // The admin switches its color mode by a class.
    const onMode = new MutationObserver(() => void draw())
    onMode.observe(document.documentElement, { attributeFilter: ["class"] })
    return () => {
      isGone = true
      onResize.disconnect()
      onMode.disconnect()
      chart?.destroy()
    }
  }, [names, bars, format])
  return (
    <div
      ref={box}
      role="img"
      aria-label={label}
      className="min-h-60 w-full min-w-0 overflow-hidden [&_.u-axis]:absolute [&_.u-over]:absolute [&_.u-select]:absolute [&_.u-under]:absolute [&_.u-wrap]:relative [&_canvas]:block [&_canvas]:h-full [&_canvas]:w-full"
    />
  )
}

function optionsOf(
  element: HTMLElement,
  Chart: typeof uPlot,
  { names, bars, format }: Omit<BarChartProps, "label">
): uPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const font = `12px ${style.fontFamily}`
  const axis = {
    stroke: color("--fg-subtle"),
    font,
    ticks: { show: false },
    grid: { stroke: color("--border-base"), width: 1 },
  }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [12, 12, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.5, names.length - 0.5] },
      y: {
        range: (_, least, most) => [Math.min(0, least), Math.max(most, 0) || 1],
      },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 64,
        incrs: [1, 2, 5, 10, 20, 50],
        values: (_, places) => places.map((place) => names[place] ?? ""),
      },
      {
        ...axis,
        size: (_, texts) =>
          24 + 7 * Math.max(0, ...(texts ?? []).map(({ length }) => length)),
        values: (_, values) => values.map(format),
      },
    ],
    series: [
      {},
      ...bars.map((each) => ({
        fill: color(COLORS[each.color]),
        width: 0,
        points: { show: false },
        paths: Chart.paths.bars?.({ size: [0.7, 48] }),
      })),
    ],
  }
}
