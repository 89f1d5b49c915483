import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import type { UnlistedValue } from '#contract/review/imports/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { formatCount, formatNumber } from '#client/platform/lib/format.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import type { ImportPlace } from './use-file-import.ts'

interface UnlistedValuesProps {
  unlisted: readonly UnlistedValue[]
  place: ImportPlace
}

/** The number of values shown; the others are collapsed. */
const shownCount = 5

/** Renders a warning for values that aren't options of the policy year: an error in the file, or a missing option. */
export const UnlistedValues = ({ unlisted, place }: UnlistedValuesProps) => {
  const mayAdd = isAdmin(useUser())
  if (unlisted.length === 0) return null
  const isOne = unlisted.length === 1
  const [first, rest] = [unlisted.slice(0, shownCount), unlisted.slice(shownCount)]
  return (
    <Banner
      tone="warning"
      title={
        isOne
          ? '1 value isn’t in this policy year’s dropdowns'
          : `${formatNumber(unlisted.length)} values aren’t in this policy year’s dropdowns`
      }
    >
      <p>
        {isOne
          ? 'It’ll be imported as it is. You can fix it'
          : 'They’ll be imported as they are. You can fix them'}{' '}
        in the file
        {mayAdd && (
          <>
            {' '}
            or add {isOne ? 'it' : 'them'} to the <OptionsLink place={place} />
          </>
        )}
        .
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
    dropdowns
  </Link>
)

const Values = ({ values }: { values: readonly UnlistedValue[] }) => (
  <ul className="mt-1 flex flex-col gap-0.5">
    {values.map(({ field, value, rows, nearest }) => (
      <li key={`${field} ${value}`} className="text-ink [overflow-wrap:anywhere]">
        {fieldLabel(field)} “{value}” in {formatCount(rows, 'row')}
        {nearest !== null && <span className="text-ink-2">. Did you mean “{nearest}”?</span>}
      </li>
    ))}
  </ul>
)
