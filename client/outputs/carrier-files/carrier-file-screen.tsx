import { createFileRoute } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { CarrierFileOverview } from '#contract/outputs/carrier-files/shapes.ts'
import { carrierFile, type NeededSetting } from '#contract/setup/period-documents/carrier-file.ts'
import type { CarrierFileKind } from '#contract/outputs/carrier-files/choices.ts'
import { listCarrierFiles, prepareCarrierFile } from '#contract/outputs/carrier-files/endpoints.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { reportsCrumb } from '#client/outputs/reports/reports-crumb.tsx'
import { hashOfField } from '#client/setup/period-documents/use-pointed-field.ts'
import { formatCount, formatInstant, formatList, formatNumber } from '#client/platform/lib/format.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'
import { RadioGroup } from '#client/platform/ui/controls/radio-group.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { OpenFile } from './open-file.tsx'
import { RunTable } from './run-table.tsx'
import { useFiles, type Place } from './use-files.ts'

/** Renders a policy year’s 834 files: what the next one would be about, the one in review, and those released. */
const CarrierFileScreen = () => {
  const place = Route.useParams()
  const files = useFiles(place.period)
  return (
    <>
      <PageHeader
        title="Carrier file (834)"
        breadcrumb={[reportsCrumb(place)]}
        actions={
          <LinkButton
            size="sm"
            icon={Settings2}
            to="/schools/$school/period/$period/reports/carrier-file/settings"
            params={place}
          >
            Settings
          </LinkButton>
        }
      />
      <PageBody>
        <Loaded
          of={files}
          what="The carrier files"
          who="Only Shipmate Admins have access to carrier files."
          rows={8}
          label="Loading the carrier files"
        >
          {(data) => <Content place={place} files={data} />}
        </Loaded>
      </PageBody>
    </>
  )
}

interface ContentProps {
  place: Place
  files: CarrierFileOverview
}

const Content = ({ place, files }: ContentProps) => {
  const { missing_settings: missing, open, runs } = files
  if (missing.length > 0 && runs.length === 0 && !open)
    return <SettingsMissing place={place} missing={missing} />
  return (
    <div className="flex flex-col gap-8">
      {open ? (
        <OpenFile key={open.id} place={place} run={open} />
      ) : (
        <section aria-labelledby="next">
          <h2 id="next" className="mb-1 text-section font-semibold">
            Next file
          </h2>
          <p className="mb-4 text-ink-2">{nowText(files)}</p>
          {missing.length > 0 ? (
            <SettingsMissing place={place} missing={missing} />
          ) : (
            <NewFile period={place.period} isFirst={files.edited_since === null} />
          )}
        </section>
      )}
      <RunTable runs={runs} />
    </div>
  )
}

/** Returns '764 students have coverage. Since the last file of November 16, 2026 at 3:01 p.m., 15 students were edited.' */
const nowText = ({ covered, edited_since: edited, runs }: CarrierFileOverview): string => {
  const now = `${formatCount(covered, 'student')} ${covered === 1 ? 'has' : 'have'} coverage.`
  const last = runs.find(({ state, is_test: isTest }) => state === 'released' && !isTest)
  if (edited === null || !last) return `${now} The carrier hasn’t been sent a file yet.`
  const since = `Since the last file of ${formatInstant(last.released_at)}`
  if (edited === 0) return `${now} ${since}, no students with coverage have changed.`
  return `${now} ${since}, ${formatNumber(edited)} ${edited === 1 ? 'student was' : 'students were'} edited.`
}

const SettingsMissing = ({ place, missing }: { place: Place; missing: readonly NeededSetting[] }) => (
  <EmptyState
    icon={Settings2}
    title="Settings are incomplete"
    actions={
      <LinkButton
        variant="primary"
        to="/schools/$school/period/$period/reports/carrier-file/settings"
        params={place}
        hash={hashOfField(missing[0] ?? 'sender_id')}
      >
        Complete settings
      </LinkButton>
    }
  >
    Before you prepare a file, fill in {formatList(missing.map((name) => carrierFile.labels[name]))}.
  </EmptyState>
)

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/reports/carrier-file',
)({
  component: CarrierFileScreen,
})

const kinds = [
  {
    value: 'changes',
    label: 'Changes since the last file',
    hint: 'New students, changed details and coverage that ended.',
  },
  { value: 'full', label: 'Full file', hint: 'Everyone with coverage, for the carrier to compare.' },
] as const

/** Renders the choice of the next file and the button that prepares it for review. */
const NewFile = ({ period, isFirst }: { period: string; isFirst: boolean }) => {
  const [kind, setKind] = useState<CarrierFileKind>(isFirst ? 'full' : 'changes')
  const [isTest, setTest] = useState(false)
  const { send, isSending, error } = useSend(prepareCarrierFile, {
    refreshes: [listCarrierFiles],
    quiet: true,
  })
  return (
    <div className="flex flex-col items-start gap-4">
      <RadioGroup label="Content" options={kinds} value={kind} onChange={setKind} />
      <Checkbox
        label="Test file"
        hint="Marked as a test for the carrier. The next file isn’t compared with it."
        checked={isTest}
        onChange={(event) => setTest(event.target.checked)}
      />
      {error && <Banner tone="danger">{error.message}</Banner>}
      <Button
        variant="primary"
        busy={isSending}
        onClick={() => {
          // the banner shows failures
          send({ params: { id: period }, body: { kind, is_test: isTest } }).catch(() => undefined)
        }}
      >
        Prepare file
      </Button>
      <p className="text-label text-ink-3">
        Review the file before you release it. Shipmate doesn’t send it to the carrier.
      </p>
    </div>
  )
}
