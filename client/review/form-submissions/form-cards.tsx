import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formTypeLabels } from '#contract/review/form-submissions/choices.ts'
import type { FormSubmissionRow } from '#contract/review/form-submissions/review-shapes.ts'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Badge } from '#client/platform/ui/text/badge.tsx'
import { ClaimCell, DueCell, RecommendationCell, StateBadges } from './form-cells.tsx'
import { coverageText, nameOf } from './form-text.ts'
import type { LinkTo } from './review-link.ts'

interface FormCardsProps {
  forms: readonly FormSubmissionRow[] | undefined
  linkTo: LinkTo
  /** The signed-in user. */
  me: number
  empty: ReactNode
}

/** Renders the forms on a phone: a card for each, which opens its review. */
export const FormCards = ({ forms, linkTo, me, empty }: FormCardsProps) => {
  if (!forms) return <SkeletonRows label="Loading form submissions" />
  if (forms.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
  return (
    <ul
      aria-label="Form submissions"
      className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain pb-message-room"
    >
      {forms.map((row) => (
        <li key={row.id}>
          <Link {...linkTo(row)} className="block px-4 py-2.5 text-ink no-underline">
            <Card row={row} me={me} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const Card = ({ row, me }: { row: FormSubmissionRow; me: number }) => (
  <>
    <span className="flex items-center justify-between gap-3">
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="min-w-0 font-medium break-words">{nameOf(row)}</span>
        {row.seen_at === null && row.superseded_by === null && <Badge tone="info">New</Badge>}
        <StateBadges row={row} />
      </span>
      <Ago at={row.submitted_at} className="shrink-0 text-label text-ink-3" />
    </span>
    <span className="mt-0.5 block text-label text-ink-2">
      {formTypeLabels[row.form_type]} · {coverageText(row)}
      {row.sid !== null && <span className="tabular"> · {row.sid}</span>}
    </span>
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      {row.deadline_on !== null && <DueCell row={row} />}
      {row.recommendation !== null && <RecommendationCell row={row} />}
      {row.claimed_by !== null && <ClaimCell row={row} me={me} />}
    </span>
  </>
)
