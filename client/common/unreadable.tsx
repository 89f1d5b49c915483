import { Component, type ReactNode } from 'react'
import { BrokenState } from '#client/ui/states/broken-state.tsx'

/**
 * What is kept of something is not what this program knows: `what` as in 'this school'. Whoever would edit it throws
 * this, since a form that lacks a part of it would save that part away.
 */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
  readonly what: string

  constructor(what: string) {
    super(`What is kept of ${what} cannot be read.`)
    this.what = what
  }
}

interface ReadableProps {
  /** Around what is said instead: the header of the screen. */
  readonly renderInstead: (state: ReactNode) => ReactNode
  readonly compact?: boolean
  readonly children: ReactNode
}

/** What edits something; where that cannot be read it says so, offers nothing to edit and leaves it as it is. */
// React asks for a class where failures are caught
export class Readable extends Component<ReadableProps, { readonly error: unknown }> {
  override readonly state = { error: null }
  static readonly getDerivedStateFromError = (error: unknown) => ({ error })

  override render(): ReactNode {
    const { error }: { error: unknown } = this.state
    if (error === null) return this.props.children
    // all else is for whoever stands further out
    if (!(error instanceof UnreadableError)) throw error
    return this.props.renderInstead(
      <UnreadableState what={error.what} compact={this.props.compact ?? false} />,
    )
  }
}

const UnreadableState = ({ what, compact }: { what: string; compact: boolean }) => (
  <BrokenState
    compact={compact}
    title={`${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be edited here`}
    // a newer program may know it
    onRetry={() => window.location.reload()}
  >
    What is kept of it is not what this page knows how to show. It was left as it is, and nothing was lost.
    Try again; if it stays so, contact the provider of Shipmate and name {what}.
  </BrokenState>
)
