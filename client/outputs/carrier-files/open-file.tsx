import { carrierFileKindLabels } from '#contract/outputs/carrier-files/choices.ts'
import {
  discardCarrierFile,
  listCarrierFiles,
  prepareCarrierFile,
  releaseCarrierFile,
} from '#contract/outputs/carrier-files/endpoints.ts'
import type { CarrierFileRun } from '#contract/outputs/carrier-files/shapes.ts'
import { formatCount, formatInstant, formatNumber } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { ProgressBar } from '#client/platform/ui/states/progress-bar.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { DifferenceList } from './difference-list.tsx'
import { countsText, membersText } from './difference-text.ts'
import { ProblemTable } from './problem-table.tsx'
import { isPreparing, type Place } from './use-files.ts'

interface OpenFileProps {
  place: Place
  run: CarrierFileRun
}

/** Renders the file that is being prepared or reviewed: its counts, problems and differences, and what can be done. */
export const OpenFile = ({ place, run }: OpenFileProps) => (
  <section aria-labelledby="open" className="flex flex-col gap-4">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 id="open" className="text-section font-semibold">
        {run.is_test ? `${carrierFileKindLabels[run.kind]}, test` : carrierFileKindLabels[run.kind]}
      </h2>
      <Pill tone={isPreparing(run) ? 'info' : 'warning'} quiet={isPreparing(run)}>
        {isPreparing(run) ? 'Preparing' : 'Ready for review'}
      </Pill>
      {!isPreparing(run) && <Actions place={place} run={run} />}
    </div>
    {isPreparing(run) ? (
      <ProgressBar
        label="Reading students…"
        done={run.progress.done}
        total={run.progress.total}
        detail={
          run.progress.total > 0
            ? `${formatNumber(run.progress.done)} of ${formatNumber(run.progress.total)}`
            : ''
        }
      />
    ) : (
      <Review place={place} run={run} />
    )}
  </section>
)

const isEmpty = ({ subscribers, dependents }: CarrierFileRun): boolean => subscribers + dependents === 0

const Review = ({ place, run }: OpenFileProps) => (
  <>
    <Facts run={run} />
    {run.left_out > 0 && (
      <Banner tone="warning" title={`${formatCount(run.left_out, 'student')} left out`}>
        The carrier would reject them. Fill in what’s missing, then prepare the file again.
      </Banner>
    )}
    {run.problems > 0 && <ProblemTable place={place} run={run} />}
    <DifferenceList run={run} />
  </>
)

const Facts = ({ run }: { run: CarrierFileRun }) => {
  const facts = [
    ['Carrier', run.carrier_name],
    ['Contents', [membersText(run), countsText(run)].filter((text) => text !== '').join(' · ')],
    [
      'Compared with',
      run.compared_with ? `File of ${formatInstant(run.compared_with.released_at)}` : 'No earlier file',
    ],
    ['SSNs', run.includes_ssns ? 'Included' : 'Not included'],
    ['Prepared', `${formatInstant(run.prepared_at)} by ${run.created_by.name}`],
  ] as const
  return (
    <dl className="grid gap-x-6 sm:grid-cols-[max-content_1fr] sm:gap-y-1.5">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-label text-ink-3 sm:leading-5">{label}</dt>
          <dd className="tabular max-sm:mb-2">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const useActions = ({ place, run }: OpenFileProps) => {
  const refreshes = [listCarrierFiles]
  const params = { id: String(run.id) }
  const release = useSend(releaseCarrierFile, { refreshes })
  const discard = useSend(discardCarrierFile, { refreshes })
  const again = useSend(prepareCarrierFile, { refreshes })
  const confirm = useConfirm()
  const toast = useToast()
  return {
    isBusy: release.isSending || discard.isSending || again.isSending,
    release: async (): Promise<void> => {
      const accepted = await confirm({
        title: 'Release this file?',
        message: releaseText(run),
        acceptLabel: 'Release',
      })
      if (!accepted) return
      await release.send({ params })
      toast.show({
        tone: 'success',
        title: 'File released',
        description: 'Download it below and send it to the carrier.',
      })
    },
    discard: async (): Promise<void> => {
      await discard.send({ params })
      toast.show({ title: 'File discarded' })
    },
    prepareAgain: async (): Promise<void> => {
      await again.send({ params: { id: place.period }, body: { kind: run.kind, is_test: run.is_test } })
    },
  }
}

const releaseText = ({ is_test: isTest, left_out: left, carrier_name: carrier }: CarrierFileRun): string =>
  [
    `It’s recorded as a disclosure to ${carrier} for every student in it.`,
    isTest
      ? 'The next file is compared with the last released file, not with this test.'
      : 'The next changes are compared with this file, so send it to the carrier.',
    ...(left > 0 ? [`${formatCount(left, 'student')} ${left === 1 ? 'is' : 'are'} left out.`] : []),
    'This can’t be undone.',
  ].join(' ')

const Actions = (props: OpenFileProps) => {
  const { isBusy, release, discard, prepareAgain } = useActions(props)
  // failures are shown by a toast
  const run = (act: () => Promise<void>) => () => void act().catch(() => undefined)
  return (
    <div className="flex flex-wrap gap-2 md:ml-auto">
      <Button size="sm" disabled={isBusy} onClick={run(discard)}>
        Discard
      </Button>
      <Button size="sm" disabled={isBusy} onClick={run(prepareAgain)}>
        Prepare again
      </Button>
      <Button size="sm" variant="primary" disabled={isBusy || isEmpty(props.run)} onClick={run(release)}>
        Release…
      </Button>
    </div>
  )
}
