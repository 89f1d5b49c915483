import { formatAgo, formatInstant } from '#client/platform/lib/format.ts'

interface AgoProps {
  /** An instant, ISO 8601 in UTC. */
  at: string
  className?: string
}

/** Renders how long ago something was, with the exact time as machine-readable attribute and tooltip. */
export const Ago = ({ at, className }: AgoProps) => (
  <time dateTime={at} title={formatInstant(at)} className={className}>
    {formatAgo(at)}
  </time>
)
