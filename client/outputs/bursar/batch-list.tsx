import { Link } from '@tanstack/react-router'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { bursarBatchStateLabels } from '#contract/outputs/bursar/choices.ts'
import { getBursarSettings, replaceBursarSettings } from '#contract/outputs/bursar/endpoints.ts'
import type { BursarBatch } from '#contract/outputs/bursar/shapes.ts'
import { formatMoney, formatNumber } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Switch } from '#client/platform/ui/controls/switch.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import { stateLooks } from './bursar-text.ts'
import { Downloads } from './downloads.tsx'

interface BatchListProps {
  place: { readonly school: string; readonly period: string }
  batches: readonly BursarBatch[]
}

/** Renders the batches of a policy year, newest first, with their state, totals and files. */
export const BatchList = ({ place, batches }: BatchListProps) => (
  <section aria-labelledby="batches">
    <h2 id="batches" className="mb-3 text-section font-semibold">
      Batches
    </h2>
    {batches.length === 0 ? (
      <EmptyState compact icon={FileSpreadsheet} title="No batches yet">
        The batches you create for the bursar appear here.
      </EmptyState>
    ) : (
      <CardTable
        label="Batches"
        head={
          <>
            <HeadCell>Batch</HeadCell>
            <HeadCell>Status</HeadCell>
            <HeadCell align="end" className="max-lg:hidden">
              Lines
            </HeadCell>
            <HeadCell align="end">Total</HeadCell>
            <HeadCell className="max-lg:hidden">Last activity</HeadCell>
            <HeadCell className="max-md:hidden">
              <span className="sr-only">Files</span>
            </HeadCell>
          </>
        }
      >
        {batches.map((batch) => (
          <BatchRow key={batch.id} place={place} batch={batch} />
        ))}
      </CardTable>
    )}
    <SecondPerson schoolId={place.school} />
  </section>
)

const BatchRow = ({ place, batch }: { place: BatchListProps['place']; batch: BursarBatch }) => (
  <tr>
    <Cell className="whitespace-nowrap">
      <Link
        to="/schools/$school/period/$period/reports/bursar/$batch"
        params={{ ...place, batch: String(batch.id) }}
        className="font-medium"
      >
        {`Batch ${batch.number}`}
      </Link>
    </Cell>
    <Cell>
      <Pill {...stateLooks[batch.state]}>{bursarBatchStateLabels[batch.state]}</Pill>
    </Cell>
    <Cell align="end" className="max-lg:hidden">
      {formatNumber(batch.lines)}
    </Cell>
    <Cell align="end" className="whitespace-nowrap">
      <span className={batch.state === 'voided' ? 'text-ink-3 line-through' : ''}>
        {formatMoney(batch.total)}
      </span>
    </Cell>
    <Cell className="text-ink-2 max-lg:hidden">
      <LatestStep batch={batch} />
    </Cell>
    <Cell className="max-md:hidden">
      <span className="flex justify-end gap-2">
        <Downloads batch={batch} size="sm" />
      </span>
    </Cell>
  </tr>
)

const LatestStep = ({ batch: { made, released, confirmed, voided } }: { batch: BursarBatch }) => {
  const { by, at } = voided ?? confirmed ?? released ?? made
  return (
    <>
      <Ago at={at} />
      {by && `, ${by.name}`}
    </>
  )
}

/** The switch takes effect at once, for all policy years of the school. */
const SecondPerson = ({ schoolId }: { schoolId: string }) => {
  const ask = { params: { id: schoolId } }
  const settings = useAsk(getBursarSettings, ask)
  const { send, isSending } = useSend(replaceBursarSettings, { refreshes: [getBursarSettings] })
  // shown until the saved settings arrive with their next version
  const [wanted, setWanted] = useState<{ on: boolean; version: number } | null>(null)
  if (!settings.data) return null
  const { version, needs_second_person: isOn } = settings.data
  const turn = async (on: boolean): Promise<void> => {
    setWanted({ on, version })
    await send({ ...ask, body: { needs_second_person: on, version } }).catch(() => {
      setWanted(null)
      void settings.refetch()
    })
  }
  return (
    <Switch
      className="mt-4 max-w-md"
      label="Require a second person to release each batch"
      hint="The person who creates a batch can’t release it. Applies to every policy year of this school."
      checked={wanted?.version === version ? wanted.on : isOn}
      disabled={isSending}
      onChange={(on) => void turn(on)}
    />
  )
}
