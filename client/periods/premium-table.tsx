import { useWatch } from 'react-hook-form'
import { statusCatalogue } from '#contract/coverage/choices.ts'
import { tiers } from '#contract/coverage/status-groups.ts'
import type { Plan } from '#contract/periods/plans.ts'
import { MoneyField } from '#client/ui/form/number-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'

/** What a year costs in each tier, and what it costs whoever pays the carrier. */
export const PremiumTable = ({ form }: { form: RecordForm<Plan> }) => {
  const isDirect = useWatch({ control: form.methods.control, name: 'direct_pay' })
  return (
    <table className="col-span-6 w-full border-collapse text-left">
      <thead className="text-label text-ink-2">
        <tr>
          <th scope="col" className="py-1 pr-3 font-medium">
            Tier
          </th>
          <th scope="col" className="w-36 py-1 font-medium">
            Premium
          </th>
          {isDirect && (
            <th scope="col" className="w-36 py-1 pl-3 font-medium">
              Paid directly
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier} className="border-t border-line align-top">
            <th scope="row" className="py-2.5 pr-3 font-normal">
              {statusCatalogue[tier].label}
            </th>
            <td className="py-1.5">
              <MoneyField
                form={form}
                name={`premiums.${tier}`}
                label={`Premium, ${statusCatalogue[tier].label}`}
                hideLabel
              />
            </td>
            {isDirect && (
              <td className="py-1.5 pl-3">
                <MoneyField
                  form={form}
                  name={`direct_pay_premiums.${tier}`}
                  label={`Paid directly, ${statusCatalogue[tier].label}`}
                  hideLabel
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
