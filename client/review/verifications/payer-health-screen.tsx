import { createFileRoute } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { useState } from 'react'
import { officeDay } from '#contract/platform/office.ts'
import { listPayerHealth } from '#contract/review/verifications/endpoints.ts'
import {
  payerHealthDays,
  type PayerHealth,
  type PayerHealthDays,
} from '#contract/review/verifications/payer-health.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { PayerCard } from './payer-card.tsx'
import { conditionNow } from './payer-condition.ts'

/** Renders whether payers answer eligibility checks: by payer and day, how many, how fast, what failed. */
const PayerHealthScreen = () => {
  const [days, setDays] = useState<PayerHealthDays>('14')
  const payers = useAsk(
    listPayerHealth,
    { query: { days } },
    { keepPrevious: true, staleTime: 0, refetchInterval: 60_000 },
  )
  return (
    <>
      <PageHeader
        title="Insurance company responses"
        actions={
          <Segmented
            label="Days"
            options={payerHealthDays.map((value) => ({ value, label: value }))}
            value={days}
            onChange={setDays}
          />
        }
      />
      <PageBody width="lg">
        <Loaded
          of={payers}
          what="Insurance company responses"
          who="Only Shipmate Admins can see how insurance companies respond."
          rows={8}
          label="Loading insurance company responses"
        >
          {(data) => <Payers payers={data} days={lastDays(Number(days))} />}
        </Loaded>
      </PageBody>
    </>
  )
}

/** Returns the last days up to today in the office’s time zone, oldest first. */
const lastDays = (count: number, now = new Date()): readonly string[] => {
  const today = Date.parse(officeDay(now))
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}

const order = { fails: 0, some_fail: 1, answers: 2 } as const

const Payers = ({ payers, days }: { payers: readonly PayerHealth[]; days: readonly string[] }) =>
  payers.length === 0 ? (
    <EmptyState icon={Activity} title={`No eligibility checks in the last ${days.length} days`}>
      Once waivers are checked, each insurance company’s responses, failures and response times appear here.
    </EmptyState>
  ) : (
    <div className="flex flex-col gap-4">
      {payers
        .toSorted((one, other) => order[conditionNow(one)] - order[conditionNow(other)])
        .map((payer) => (
          <PayerCard key={`${payer.payer.id} ${payer.is_simulated}`} payer={payer} days={days} />
        ))}
    </div>
  )

export const Route = createFileRoute('/_signed-in/_admin/settings/payer-health')({
  component: PayerHealthScreen,
})
