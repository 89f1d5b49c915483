import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { listPeriodDocuments, listUnpublishedChanges } from '#contract/setup/periods/endpoints.ts'
import type { DocumentState } from '#contract/setup/periods/publishing.ts'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { listSchoolPeriods } from '#contract/setup/schools/endpoints.ts'
import { formatCount, formatDay, localDay } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { pageIdOf } from '#contract/setup/website/custom-pages.ts'
import type { DocumentWords } from '#client/platform/history/document-text.ts'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import type { RenderVersion } from './compare-versions.tsx'
import { placeOfDocument } from './document-places.ts'

const VersionsSheet = lazyDialog(async () => (await import('./versions-sheet.tsx')).VersionsSheet)

interface PageLineProps {
  place: { readonly school: number; readonly period: number }
  document: PeriodDocument
  /** The texts of its changes, if the default ones don't fit. */
  words?: DocumentWords | undefined
  /** Renders a version as students see it, if it’s a page. */
  renderVersion?: RenderVersion | undefined
}

/** Renders what students see of a document, and in a draft the way back to Setup and on to the next page. */
export const PageLine = ({ place, document, words, renderVersion }: PageLineProps) => {
  // the same path as in the year picker
  const { data } = useAsk(listSchoolPeriods, { params: { id: place.school } }, { staleTime: 60_000 })
  const period = data?.find(({ id }) => id === place.period)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-sheet px-4 py-1.5 text-label text-ink-2 empty:hidden">
      {document.isPublished && (
        <SeenVersion periodId={place.period} {...{ document, words, renderVersion }} />
      )}
      {document.isSeenOnSave && <p>Students see what’s saved here, without publishing.</p>}
      {period?.state === 'draft' && <Way place={place} kind={document.kind} period={period} />}
    </div>
  )
}

type SeenProps = { periodId: number } & Omit<PageLineProps, 'place'>

/** Renders which version of a document students see, how much of it isn’t published, and its versions. */
export const SeenVersion = ({ periodId, document, words, renderVersion }: SeenProps) => {
  const { kind } = document
  const { data } = useAsk(listPeriodDocuments, { params: { id: periodId } })
  const state = data?.find((one) => one.kind === kind)
  const hasChanges = state !== undefined && state.published !== null && isBehind(state)
  const query = { kind }
  const changes = useAsk(listUnpublishedChanges, { params: { id: periodId }, query }, { enabled: hasChanges })
  if (!state) return null
  return (
    <p className="tabular">
      {seenText(state, hasChanges ? (changes.data?.length ?? null) : 0)}
      {state.published && <Versions {...{ periodId, document, words, renderVersion, state }} />}
    </p>
  )
}

/** Returns whether students see less than what’s saved. */
const isBehind = ({ version, published }: DocumentState): boolean =>
  version > 0 && published?.version !== version

const Versions = (props: SeenProps & { state: DocumentState }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="ml-2 min-h-6 font-medium text-accent-text underline-offset-2 hover:underline"
        onClick={() => setOpen(true)}
      >
        Versions
      </button>
      {isOpen && <VersionsSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const seenText = (state: DocumentState, changes: number | null): string => {
  const { published } = state
  if (!state.is_published) return 'Students don’t see this page.'
  if (published === null) return 'Students don’t see this yet.'
  const seen = `Students see version ${published.number} of ${formatDay(localDay(new Date(published.at)))}`
  if (changes === 0) return `${seen}.`
  return changes === null
    ? `${seen}; some changes aren’t published.`
    : `${seen}; ${formatCount(changes, 'change isn’t', 'changes aren’t')} published.`
}

interface Page {
  readonly label: string
  /** The documents on it; the first one leads to it. */
  readonly kinds: readonly string[]
  readonly isIn?: (period: Period) => boolean
}

/** The pages of a setup in the order of its steps. */
const pages: readonly Page[] = [
  { label: 'Insurance options', kinds: ['enrollment-options', 'dates', 'insurance-configuration'] },
  { label: 'Medical plan', kinds: ['medical-plan'], isIn: (period) => period.medical_offered },
  { label: 'Dental plan', kinds: ['dental-plan'], isIn: (period) => period.dental_offered },
  { label: 'Vision plan', kinds: ['vision-plan'], isIn: (period) => period.vision_offered },
  { label: 'Waiver options', kinds: ['waiver-configuration'] },
  {
    label: 'Enrollment form',
    kinds: ['enroll-form', 'enroll-form/intro', 'enroll-form/dropdowns-and-notices'],
  },
  { label: 'Waiver form', kinds: ['waiver-form', 'waiver-form/intro', 'waiver-form/dropdowns-and-notices'] },
  { label: 'Home page', kinds: ['home-page', 'website-configuration'] },
  { label: 'Plan info and details', kinds: ['plan-details'] },
  { label: 'Resources and links', kinds: ['resources-and-links'] },
  { label: 'Contact form', kinds: ['contact-form'] },
  { label: 'FAQs', kinds: ['faqs'] },
]

interface WayProps {
  place: PageLineProps['place']
  kind: string
  period: Period
}

const Way = ({ place, kind, period }: WayProps) => {
  const index = pages.findIndex(({ kinds }) => kinds.includes(kind))
  if (index === -1 && pageIdOf(kind) === null) return null
  const next = index === -1 ? undefined : pages.slice(index + 1).find(({ isIn = () => true }) => isIn(period))
  const [first] = next?.kinds ?? []
  const to = first === undefined ? null : placeOfDocument(place.school, place.period, first)
  const params = { school: String(place.school), period: String(place.period) }
  return (
    <nav aria-label="Setup steps" className="ml-auto flex gap-x-4">
      <Link
        to="/schools/$school/period/$period/set-up"
        params={params}
        className="py-1 font-medium text-accent-text"
      >
        Back to Setup
      </Link>
      {next && to !== null && (
        // The path is built from the place; the router checks it at run time.
        <Link to={to as NonNullable<LinkProps['to']>} className="py-1 font-medium text-accent-text">
          Next: {next.label}
        </Link>
      )}
    </nav>
  )
}
