import { coverageLabels, statusCatalogue } from '#contract/platform/coverage/choices.ts'
import type { YearCopy } from '#contract/review/imports/shapes.ts'
import { formatList, formatMoney } from '#client/platform/lib/format.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Checkbox } from '#client/platform/ui/controls/checkbox.tsx'

interface SamePremiumsProps {
  /** Null for a file. */
  copy: YearCopy | null
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

const premiumText = ({ tier, premium }: YearCopy['same_premiums'][number]): string =>
  `${statusCatalogue[tier].label} ${formatMoney(premium)}`

/** Renders the premiums that are as in the earlier year, which staff must accept; nothing if there are none. */
export const SamePremiums = ({ copy, isChosen, onChoose }: SamePremiumsProps) =>
  copy !== null &&
  copy.same_premiums.length > 0 && (
    <Banner tone="warning" title={`The premiums are the same as in ${copy.from_period_name}`}>
      <ul className="mt-1 flex flex-col gap-0.5">
        {[...Map.groupBy(copy.same_premiums, ({ coverage }) => coverage)].map(([coverage, same]) => (
          <li key={coverage} className="text-ink">
            {coverageLabels[coverage]}: {formatList(same.map(premiumText))}
          </li>
        ))}
      </ul>
      <Checkbox
        className="mt-1.5 text-ink"
        label="These premiums are right for the new year"
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </Banner>
  )
