import { useDeferredValue, type ReactNode } from 'react'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { FailedState } from './failed-state.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** What loads: a query, a list that grows, or several as one. */
export interface Loadable<T> {
  /** Undefined until it's loaded. */
  readonly data: T | undefined
  readonly error: ApiError | null
  readonly refetch: () => unknown
}

interface LoadedProps<T> {
  of: Loadable<T>
  /** What is loaded, as the start of a sentence: 'The schools'. */
  what: string
  /** Who has access: 'Only Shipmate Admins can see all schools.' */
  who: string
  /** A link to show if it wasn't found. */
  actions?: ReactNode
  compact?: boolean
  /** How many placeholder rows there are, and what screen readers say. */
  rows?: number
  label?: string
  /** Placeholders of another shape. */
  skeleton?: ReactNode
  /** Renders the frame around a placeholder or a failure. */
  renderInstead?: (state: ReactNode) => ReactNode
  children: (data: T) => ReactNode
}

/** Renders what has loaded; until then placeholders, or why it can't be shown. */
export const Loaded = <T,>({ of, children, renderInstead, ...states }: LoadedProps<T>) => {
  // what has just arrived is rendered in short tasks, so that keys and clicks get their turn meanwhile
  const isDue = useDeferredValue(of.data !== undefined)
  if (of.data !== undefined && isDue) return children(of.data)
  const state = <Instead of={of} {...states} />
  return renderInstead ? renderInstead(state) : state
}

type InsteadProps = Omit<LoadedProps<unknown>, 'children' | 'renderInstead'>

const Instead = ({ of: { error, refetch }, rows, label, skeleton, ...failed }: InsteadProps) => {
  if (error) return <FailedState {...failed} error={error} onRetry={() => void refetch()} />
  return skeleton ?? <SkeletonRows {...(rows ? { rows } : {})} {...(label ? { label } : {})} />
}

/** A query that reloads when its screen opens. */
export interface Reloaded<T> extends Loadable<T> {
  readonly isFetchedAfterMount: boolean
}

/** Returns a query without what the cache kept from before, for editors, so that no one edits an old version. */
export const freshly = <T,>({ data, error, refetch, isFetchedAfterMount }: Reloaded<T>): Loadable<T> => ({
  data: isFetchedAfterMount ? data : undefined,
  error,
  refetch,
})

/** Returns two queries as one, loaded when both are. */
export const together = <A, B>(first: Loadable<A>, second: Loadable<B>): Loadable<readonly [A, B]> => ({
  data:
    first.data === undefined || second.data === undefined ? undefined : ([first.data, second.data] as const),
  error: first.error ?? second.error,
  refetch: () => {
    void first.refetch()
    void second.refetch()
  },
})
