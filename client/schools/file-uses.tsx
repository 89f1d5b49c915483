import { Link, type LinkProps } from '@tanstack/react-router'
import type { SchoolFileUse } from '#contract/schools/file-shapes.ts'
import { placeOfDocument } from '#client/common/set-up/document-places.ts'

interface FileUsesProps {
  schoolId: number
  /** The uses of one file, the latest year first. */
  uses: readonly SchoolFileUse[]
}

/** Renders where a file is used, year by year, with links to the pages. */
export const FileUses = ({ schoolId, uses }: FileUsesProps) => {
  if (uses.length === 0) return <p className="text-label text-ink-3">Not used</p>
  return (
    <ul className="text-label text-ink-2">
      {[...Map.groupBy(uses, ({ period_id }) => period_id)].map(([period, own]) => (
        <li key={period}>
          {own[0]?.period_name}:{' '}
          {own.map((use, index) => (
            <span key={`${use.document} ${use.page_order ?? ''}`}>
              {index > 0 && ', '}
              <UseLink schoolId={schoolId} use={use} />
              {!use.is_published && ' (unpublished)'}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

const linkClass = 'font-medium text-accent-text'

const UseLink = ({ schoolId, use }: { schoolId: number; use: SchoolFileUse }) => {
  if (use.page_order !== null)
    return (
      <Link
        to="/schools/$school/period/$period/website/custom-page/$order"
        params={{ school: String(schoolId), period: String(use.period_id), order: String(use.page_order) }}
        className={linkClass}
      >
        {use.label}
      </Link>
    )
  const to = placeOfDocument(schoolId, use.period_id, use.document)
  return to === null ? (
    use.label
  ) : (
    // the path is built from the place; the router checks it at run time
    <Link to={to as NonNullable<LinkProps['to']>} className={linkClass}>
      {use.label}
    </Link>
  )
}

/** Returns a page's name: 'FAQs, 2026–27, unpublished'. */
export const placeText = ({ label, period_name, is_published }: SchoolFileUse): string =>
  is_published ? `${label}, ${period_name}` : `${label}, ${period_name}, unpublished`
