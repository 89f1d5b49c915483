import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import type { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { comparePeriods } from '#contract/setup/periods/endpoints.ts'
import { documentFields } from '#client/setup/period-documents/document-fields.ts'
import { usePlace } from '#client/setup/period-documents/document-page.tsx'
import { TierTable, type TierColumn } from '#client/setup/period-documents/tier-table.tsx'
import { formatMoney } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { readAmount } from '#client/platform/ui/form/amount.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { premiumChange } from './premium-change.ts'

const f = documentFields<typeof medicalPlan>()
const { Money } = f

/** The tier that few plans have besides those by number of dependents. */
const family = 'enrolled_efam'

type PlanCall = Pick<typeof medicalPlan, 'get'>

/** Renders the annual premium of each tier with last year’s and the change, and the direct-pay premium. */
export const PremiumTable = ({ document }: { document: PlanCall }) => {
  const [isFamilyAdded, setFamilyAdded] = useState(false)
  const { control } = f.useForm()
  const [isDirect, premiums, direct] = useWatch({
    control,
    name: ['direct_pay', 'premiums', 'direct_pay_premiums'],
  })
  const former = useFormerPlan(document)
  const amounts = [premiums, direct, former?.premiums, former?.direct_pay_premiums]
  const hasFamily = isFamilyAdded || amounts.some((some) => (some?.[family] ?? '') !== '')
  const premium: TierColumn = {
    id: 'premium',
    label: former ? `Premium, and in ${former.year}` : 'Premium',
    look: former ? 'sm:w-72' : 'w-36',
    renderField: (tier, label) => (
      <div className="flex flex-wrap items-center gap-x-3 [&_input]:text-right">
        <div className={former ? 'w-full sm:w-36' : 'w-full'}>
          <Money name={`premiums.${tier}`} label={`Premium, ${label}`} hideLabel />
        </div>
        <Before amount={former?.premiums[tier] ?? null} present={readAmount(premiums[tier] ?? '')} />
      </div>
    ),
  }
  return (
    <div className="col-span-6">
      <TierTable
        shown={hasFamily ? tiers : tiers.filter((tier) => tier !== family)}
        columns={[premium, ...(isDirect ? [directPay] : [])]}
      />
      {!hasFamily && (
        <Button size="sm" className="mt-1" onClick={() => setFamilyAdded(true)}>
          Add family tier
        </Button>
      )}
    </div>
  )
}

/** Returns the same plan in the policy year that this one is compared with; undefined until it’s loaded or without one. */
const useFormerPlan = ({ get }: PlanCall) => {
  const { period } = usePlace()
  const { data: compared } = useAsk(
    comparePeriods,
    { params: { id: period }, query: {} },
    { staleTime: 60_000 },
  )
  const other = compared?.other
  const { data: plan } = useAsk(get, { params: { id: other?.id ?? 0 } }, { enabled: other != null })
  return other && plan && plan.version > 0 ? { ...plan, year: other.name } : undefined
}

interface BeforeProps {
  amount: string | null
  present: string
}

/** Renders last year’s amount and the change since. */
const Before = ({ amount, present }: BeforeProps) => {
  if (amount === null) return null
  const change = premiumChange(amount, present)
  return (
    <p className="tabular ml-auto text-right text-ink-2 max-sm:mt-1 max-sm:text-label">
      {formatMoney(amount)}
      {change !== null && <span className="pl-1.5 text-label text-ink-3">{change}</span>}
    </p>
  )
}

const directPay: TierColumn = {
  id: 'direct-pay',
  label: 'Direct pay',
  look: 'w-36 pl-3 [&_input]:text-right',
  renderField: (tier, label) => (
    <Money name={`direct_pay_premiums.${tier}`} label={`Direct-pay premium, ${label}`} hideLabel />
  ),
}
