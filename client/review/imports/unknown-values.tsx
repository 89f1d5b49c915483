import type { UnknownValue } from '#contract/review/imports/shapes.ts'
import { fieldLabel } from '#client/platform/common/field-text.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'

/** Renders the cells that count as empty, because they say that something isn’t known; nothing if there are none. */
export const UnknownValues = ({ unknown }: { unknown: readonly UnknownValue[] }) =>
  unknown.length > 0 && (
    <Banner title="Some cells count as empty">
      <p>They say that something isn’t known. Saved values don’t change.</p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {unknown.map(({ column, field, value, rows }) => (
          <li key={`${column} ${value}`} className="text-ink [overflow-wrap:anywhere]">
            {fieldLabel(field)} “{value}” in {formatCount(rows, 'row')}
          </li>
        ))}
      </ul>
    </Banner>
  )
