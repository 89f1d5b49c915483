import { capitalized } from '#contract/platform/letter-case.ts'
import { Component, type ReactNode } from 'react'
import { BrokenState } from '#client/platform/ui/states/broken-state.tsx'

/**
 * Thrown when saved data doesn't match a format this version knows, because a form without some of its fields would
 * delete them on save. `what` is a noun phrase, for example 'this school'.
 */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
  readonly what: string

  constructor(what: string) {
    super(`Can’t read the saved data for ${what}.`)
    this.what = what
  }
}

interface ReadableProps {
  /** Renders the frame around the message: the header of the screen. */
  readonly renderInstead: (state: ReactNode) => ReactNode
  readonly compact?: boolean
  readonly children: ReactNode
}

/** Renders an editor; if the saved data can't be read, shows a message instead and changes nothing. */
// React requires a class to catch errors
export class Readable extends Component<ReadableProps, { readonly error: unknown }> {
  override readonly state = { error: null }
  static readonly getDerivedStateFromError = (error: unknown) => ({ error })

  override render(): ReactNode {
    const { error }: { error: unknown } = this.state
    if (error === null) return this.props.children
    // other errors are for the boundary outside
    if (!(error instanceof UnreadableError)) throw error
    return this.props.renderInstead(
      <UnreadableState what={error.what} compact={this.props.compact ?? false} />,
    )
  }
}

const UnreadableState = ({ what, compact }: { what: string; compact: boolean }) => (
  <BrokenState
    compact={compact}
    title={`${capitalized(what)} can’t be edited here`}
    // a newer version may be able to read it
    onRetry={() => window.location.reload()}
  >
    This version of Shipmate can’t show the saved data. Nothing was lost or changed. Reload the page. If it
    still happens, contact Shipmate support and mention {what}.
  </BrokenState>
)
