import type { ReactNode } from 'react'
import { statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'

type Tier = (typeof tiers)[number]

/** A column of fields. */
export interface TierColumn {
  /** Stays the same while the label changes: a field whose column changes its name would lose what is being typed. */
  readonly id: string
  readonly label: string
  /** Classes of its cells: the width, and the distance to the column before. */
  readonly look: string
  /** Renders the field of a tier; its label says both, 'Premium, Enrolled – Spouse'. */
  readonly renderField: (tier: Tier, tierLabel: string) => ReactNode
}

interface TierTableProps {
  columns: readonly TierColumn[]
  /** The rows; by default every tier. */
  shown?: readonly Tier[]
  className?: string
}

/** Renders a table of fields with a row per tier. */
export const TierTable = ({ columns, shown = tiers, className }: TierTableProps) => (
  <table className={cx('w-full border-collapse text-left', className)}>
    <thead className="text-label text-ink-2">
      <tr>
        <th scope="col" className="py-1 pr-3 font-medium">
          Tier
        </th>
        {columns.map(({ id, label, look }) => (
          <th key={id} scope="col" className={cx('py-1 font-medium', look)}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {shown.map((tier) => (
        <tr key={tier} className="border-t border-line align-top">
          <th scope="row" className="py-2.5 pr-3 font-normal">
            {statusCatalogue[tier].label}
          </th>
          {columns.map(({ id, look, renderField }) => (
            <td key={id} className={cx('py-1.5', look)}>
              {renderField(tier, statusCatalogue[tier].label)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
