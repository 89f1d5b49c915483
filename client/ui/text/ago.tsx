import { formatAgo, formatInstant } from '#client/lib/format.ts'

interface AgoProps {
  /** An instant, ISO 8601 in UTC. */
  at: string
  className?: string
}

/** How long ago something was; the exact time is what it tells machines, and on pointing at it. */
export const Ago = ({ at, className }: AgoProps) => (
  <time dateTime={at} title={formatInstant(at)} className={className}>
    {formatAgo(at)}
  </time>
)
