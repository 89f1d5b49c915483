import { useWatch } from 'react-hook-form'
import { statusCatalogue } from '#contract/coverage/choices.ts'
import { tiers } from '#contract/coverage/status-groups.ts'
import type { Plan } from '#contract/periods/plans.ts'
import { fieldsOf } from '#client/ui/form/fields.ts'

const { Money, useForm } = fieldsOf<Plan>()

/** What a year costs in each tier, and what it costs whoever pays the carrier. */
export const PremiumTable = () => {
  const isDirect = useWatch({ control: useForm().control, name: 'direct_pay' })
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
              <Money name={`premiums.${tier}`} label={`Premium, ${statusCatalogue[tier].label}`} hideLabel />
            </td>
            {isDirect && (
              <td className="py-1.5 pl-3">
                <Money
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
