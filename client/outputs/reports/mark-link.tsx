import type { ReactNode } from 'react'
import type { FigureReply } from '#contract/outputs/reports/figures.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { RowsLink, type FigurePlace } from './rows-link.tsx'

interface MarkLinkProps {
  number: FigureReply['rows'][number]['numbers'][number] | undefined
  /** What it counts, for the tooltip. */
  name: string
  place: FigurePlace
  children: ReactNode
}

/**
 * Renders a mark of a chart as the link to its rows, with its number as the tooltip. Only a pointer reaches it: the table
 * has the same links as text for keyboards and screen readers, and a tab stop for each mark would have everyone pass them
 * twice. A mark of a past day has only the tooltip.
 */
export const MarkLink = ({ number, name, place, children }: MarkLinkProps) => {
  if (number === undefined || number.quantity === 0) return children
  const tooltip = <title>{`${name}: ${formatNumber(number.quantity)}`}</title>
  return number.link === null ? (
    <g className="group">
      {tooltip}
      {children}
    </g>
  ) : (
    <RowsLink link={number.link} place={place} tabIndex={-1} className="group hover:opacity-80">
      {tooltip}
      {children}
    </RowsLink>
  )
}
