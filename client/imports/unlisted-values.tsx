import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { isAdmin } from '#contract/access.ts'
import type { UnlistedValue } from '#contract/imports/shapes.ts'
import { useUser } from '#client/common/current-user.tsx'
import { fieldLabel } from '#client/common/field-words.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import type { ImportPlace } from './use-file-import.ts'

interface UnlistedValuesProps {
  unlisted: readonly UnlistedValue[]
  place: ImportPlace
}

/** More than these are folded away. */
const atOnce = 5

/** Warns of values that are no option of the policy year: a slip of the file, or an option that is missing. */
export const UnlistedValues = ({ unlisted, place }: UnlistedValuesProps) => {
  const mayAdd = isAdmin(useUser())
  if (unlisted.length === 0) return null
  const [first, rest] = [unlisted.slice(0, atOnce), unlisted.slice(atOnce)]
  return (
    <Banner
      tone="warning"
      title={
        unlisted.length === 1
          ? '1 value is no option of this policy year'
          : `${formatNumber(unlisted.length)} values are no options of this policy year`
      }
    >
      <p>
        They are imported as they stand. Mend them in the file
        {mayAdd && (
          <>
            {' '}
            or add them to the <OptionsLink place={place} />
          </>
        )}
        , or leave them.
      </p>
      <Values values={first} />
      {rest.length > 0 && (
        <details className="group/more">
          <summary className="flex min-h-6 items-center gap-1 rounded-pill font-medium">
            {formatNumber(rest.length)} more
            <ChevronDown
              size={14}
              aria-hidden
              className="shrink-0 transition-transform duration-100 group-open/more:rotate-180"
            />
          </summary>
          <Values values={rest} />
        </details>
      )}
    </Banner>
  )
}

const OptionsLink = ({ place }: { place: ImportPlace }) => (
  <Link
    to="/schools/$school/period/$period/website/$form/dropdowns-and-notices"
    params={{ ...place, form: 'enroll-form' }}
    className="text-inherit"
  >
    options
  </Link>
)

const Values = ({ values }: { values: readonly UnlistedValue[] }) => (
  <ul className="mt-1 flex flex-col gap-0.5">
    {values.map(({ field, value, rows, nearest }) => (
      <li key={`${field} ${value}`} className="text-ink [overflow-wrap:anywhere]">
        {fieldLabel(field)} “{value}” in {formatCount(rows, 'row')}
        {nearest !== null && <span className="text-ink-2">; perhaps “{nearest}”</span>}
      </li>
    ))}
  </ul>
)
