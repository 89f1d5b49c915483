import { useState, type ReactNode } from 'react'
import { hasOfficeTexts } from '#contract/platform/translation.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { languageLabels, siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import { getPublication } from '#contract/setup/periods/endpoints.ts'
import type { ListedPublication } from '#contract/setup/periods/publishing.ts'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import { SideBySide } from '#client/platform/edit/side-by-side.tsx'
import { formatDay, localDay } from '#client/platform/lib/format.ts'
import { isRecord } from '#client/platform/lib/plain-record.ts'
import { afresh, useAsk } from '#client/platform/lib/query.ts'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { freshly, Loaded, together, type Loadable } from '#client/platform/ui/states/loaded.tsx'

/** Renders content of a document as students see it, in a language. */
export type RenderVersion = (content: unknown, language: SiteLanguage) => ReactNode

interface CompareVersionsProps {
  periodId: number
  document: PeriodDocument
  versions: readonly ListedPublication[]
  /** The number of the version that is compared with what’s saved. */
  number: number
  renderVersion: RenderVersion
  onClose: () => void
}

/** What is saved now, among the numbers of versions. */
const saved = 'saved'

const languageOptions = siteLanguages.map((value) => ({ value, label: languageLabels[value] }))

/** Renders two versions of a page next to each other, as students see them. */
export const CompareVersions = (props: CompareVersionsProps) => {
  const { periodId, document, versions, number, renderVersion, onClose } = props
  const [before, setBefore] = useState(String(number))
  const [after, setAfter] = useState(saved)
  const [language, setLanguage] = useState<SiteLanguage>('en')
  const read = together(useVersion(document, periodId, before), useVersion(document, periodId, after))
  const titleOf = (label: string, value: string, onChange: (value: string) => void): ReactNode => (
    <Select
      aria-label={label}
      options={optionsOf(versions)}
      value={value}
      onChange={(chosen) => onChange(chosen ?? saved)}
    />
  )
  return (
    <Dialog open onClose={onClose} size="full" title={`Compare versions: ${document.label}`}>
      <Loaded
        of={read}
        compact
        what="The comparison"
        who="Only Shipmate Admins have access to published versions."
        rows={8}
        label="Loading versions"
      >
        {([first, second]) => (
          <SideBySide
            tools={
              hasOfficeTexts(document.content) && <LanguageChoice value={language} onChange={setLanguage} />
            }
            key={`${before} ${after} ${language}`}
            before={{
              label: 'First version',
              title: titleOf('First version', before, setBefore),
              page: renderVersion(first, language),
            }}
            after={{
              label: 'Second version',
              title: titleOf('Second version', after, setAfter),
              page: renderVersion(second, language),
            }}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

interface LanguageChoiceProps {
  value: SiteLanguage
  onChange: (language: SiteLanguage) => void
}

const LanguageChoice = (props: LanguageChoiceProps) => (
  <Segmented label="Language" options={languageOptions} {...props} />
)

const optionsOf = (versions: readonly ListedPublication[]) => [
  { value: saved, label: 'Saved now' },
  ...versions
    .filter(({ is_seen: isSeen }) => isSeen)
    .map(({ number, at }) => ({
      value: String(number),
      label: `Version ${number}, ${formatDay(localDay(new Date(at)))}`,
    })),
]

/** Loads the content of a published version, or what’s saved. */
const useVersion = (document: PeriodDocument, periodId: number, version: string): Loadable<unknown> => {
  const isSaved = version === saved
  const params = { id: periodId }
  const query = { kind: document.kind, number: version }
  const published = useAsk(getPublication, { params, query }, { enabled: !isSaved })
  const present = useAsk(document.get, { params }, { enabled: isSaved, ...afresh })
  if (!isSaved) return { ...published, data: published.data?.content }
  const { data } = freshly(present)
  return { ...present, data: isRecord(data) ? withoutVersion(data) : undefined }
}

const withoutVersion = ({ version: _version, ...content }: Readonly<Record<string, unknown>>): object =>
  content
