import { Columns2 } from 'lucide-react'
import { useState } from 'react'
import { getSetupDifferences } from '#contract/review/setup-differences/endpoints.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import {
  getPeriodAbout,
  listPublications,
  listRestorableChanges,
  restorePublication,
} from '#contract/setup/periods/endpoints.ts'
import type { DocumentState, ListedPublication } from '#contract/setup/periods/publishing.ts'
import { getCustomPage, listCustomPages, pageIdOf } from '#contract/setup/website/custom-pages.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ChangeLines } from '#client/platform/history/change-lines.tsx'
import type { DocumentWords } from '#client/platform/history/document-text.ts'
import { formatDay, localDay } from '#client/platform/lib/format.ts'
import { afresh, useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { freshly, Loaded } from '#client/platform/ui/states/loaded.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { CompareVersions, type RenderVersion } from './compare-versions.tsx'
import { showsPublished } from './use-publish.ts'

interface VersionsProps {
  periodId: number
  document: PeriodDocument
  state: DocumentState
  words?: DocumentWords | undefined
  /** Renders a version as students see it, if it’s a page. */
  renderVersion?: RenderVersion | undefined
  onClose: () => void
}

/** Renders the published versions of a document, each with what restoring it would change. */
export const VersionsSheet = (props: VersionsProps) => {
  const { periodId, document, onClose } = props
  const versions = useAsk(
    listPublications,
    { params: { id: periodId }, query: { kind: document.kind } },
    afresh,
  )
  return (
    <Sheet open onClose={onClose} title={`${document.label}: published versions`}>
      <Loaded
        of={freshly(versions)}
        compact
        what="The list of versions"
        who="Only Shipmate Admins have access to published versions."
        rows={4}
        label="Loading versions"
      >
        {(all) => (
          <ol className="flex flex-col divide-y divide-line px-5 pb-2">
            {all.map((version, index) => (
              <Version key={version.number} {...props} {...{ all, version }} isLatest={index === 0} />
            ))}
          </ol>
        )}
      </Loaded>
    </Sheet>
  )
}

interface VersionProps extends VersionsProps {
  all: readonly ListedPublication[]
  version: ListedPublication
  isLatest: boolean
}

const Version = ({ all, version, isLatest, ...props }: VersionProps) => {
  const [isOpen, setOpen] = useState(false)
  const { number, at, by, is_seen: isSeen } = version
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">Version {number}</span>
        <span className="tabular text-label text-ink-2">
          {formatDay(localDay(new Date(at)))}
          {by && ` by ${by.name}`}
        </span>
        {isLatest && isSeen && <Pill tone="success">Students see this</Pill>}
      </p>
      {isSeen && props.renderVersion && (
        <Pages {...props} {...{ all, number }} renderVersion={props.renderVersion} />
      )}
      {isSeen ? (
        <Disclosure
          onToggle={setOpen}
          summary={
            <span className="text-label">
              Compare<span className="sr-only"> version {number}</span> with what’s saved now
            </span>
          }
        >
          {isOpen && <Restore {...props} number={number} />}
        </Disclosure>
      ) : (
        <p className="text-label text-ink-2">
          {pageIdOf(props.document.kind) === null
            ? 'Publishing was undone. Students saw nothing.'
            : 'The page was hidden, or publishing was undone. Students saw nothing.'}
        </p>
      )}
    </li>
  )
}

interface PagesProps extends VersionsProps {
  all: readonly ListedPublication[]
  number: number
  renderVersion: RenderVersion
}

/** Opens a version next to what’s saved, as students see them. */
const Pages = ({ periodId, document, renderVersion, all, number }: PagesProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={Columns2} className="mt-1.5" onClick={() => setOpen(true)}>
        Side by side<span className="sr-only">: version {number} and what’s saved now</span>
      </Button>
      {isOpen && (
        <CompareVersions
          {...{ periodId, document, renderVersion, number }}
          versions={all}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Restores a version of a document; `restore` offers to undo it and closes the sheet. */
const useRestore = ({ periodId, document, state, onClose }: VersionsProps, number: number) => {
  const refreshes = [
    document.get,
    getCustomPage,
    listCustomPages,
    ...showsPublished,
    getPeriodAbout,
    getSetupDifferences,
    listRestorableChanges,
  ]
  const offerUndo = useUndo(refreshes, null)
  const { send, isSending, error } = useSend(restorePublication, { refreshes, quiet: true })
  const { kind, label } = document
  const restore = async (): Promise<void> => {
    const body = { kind, number, version: state.version }
    const sent = await send({ params: { id: periodId }, body }).catch(() => null)
    if (!sent) return
    offerUndo({
      changeId: sent.changeId,
      title: `Version ${number} of ${label} restored`,
      description: 'Students see it when you publish it.',
    })
    onClose()
  }
  const failure =
    error?.kind === 'stale'
      ? 'Someone else saved changes while this was open. Nothing changed. Close this window and compare again.'
      : (error?.message ?? null)
  return { restore, isSending, failure }
}

/** Renders what restoring a version would change in the saved document, and the button that does it. */
const Restore = ({ number, ...props }: VersionsProps & { number: number }) => {
  const { periodId, document, words } = props
  const { restore, isSending, failure } = useRestore(props, number)
  const query = { kind: document.kind, number: String(number) }
  const changes = useAsk(listRestorableChanges, { params: { id: periodId }, query }, afresh)
  return (
    <div className="flex flex-col items-start gap-3 pt-1.5">
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <Loaded
        of={freshly(changes)}
        compact
        what="The comparison"
        who="Only Shipmate Admins have access to published versions."
        rows={3}
        label="Loading changes"
      >
        {(found) => (
          <>
            <ChangeLines changes={found} words={words} none="The same as what’s saved now." />
            {found.length > 0 && (
              <Button size="sm" busy={isSending} onClick={() => void restore()}>
                Restore version {number}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}
