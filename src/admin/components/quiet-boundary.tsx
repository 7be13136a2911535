import { Component, type ReactNode } from "react"

type QuietBoundaryProps = { fallback: ReactNode; children: ReactNode }

/** Keeps a fault of ours from taking the page around us along. */
export class QuietBoundary extends Component<
  QuietBoundaryProps,
  { failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
