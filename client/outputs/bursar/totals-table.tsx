import { bursarActions, bursarItemText } from '#contract/outputs/bursar/choices.ts'
import type { BursarTotals } from '#contract/outputs/bursar/shapes.ts'
import { formatMoney, formatNumber } from '#client/platform/lib/format.ts'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'
import { actionsText } from './bursar-text.ts'

type Sums = Pick<BursarTotals, 'lines' | 'charge' | 'reverse' | 'prorate' | 'total'>

/** Renders the totals of a batch or preview by what is charged, with the sum of all in the last row. */
export const TotalsTable = ({ totals }: { totals: BursarTotals }) => (
  <CardTable
    label="Totals"
    head={
      <>
        <HeadCell>Item</HeadCell>
        <HeadCell align="end" className="max-lg:hidden">
          Lines
        </HeadCell>
        <HeadCell align="end" className="max-lg:hidden">
          {actionsText.charge}
        </HeadCell>
        <HeadCell align="end" className="max-lg:hidden">
          {actionsText.reverse}
        </HeadCell>
        <HeadCell align="end" className="max-lg:hidden">
          {actionsText.prorate}
        </HeadCell>
        <HeadCell align="end">Total</HeadCell>
      </>
    }
  >
    {totals.items.map((one) => (
      <tr key={`${one.item} ${one.coverage_type}`}>
        <Cell className="max-lg:py-2">
          {bursarItemText(one.item, one.coverage_type)}
          <Parts sums={one} />
        </Cell>
        <Amounts sums={one} />
      </tr>
    ))}
    <tr className="font-semibold">
      <Cell className="max-lg:py-2">
        Total
        <Parts sums={totals} />
      </Cell>
      <Amounts sums={totals} />
    </tr>
  </CardTable>
)

const Amounts = ({ sums }: { sums: Sums }) => (
  <>
    <Cell align="end" className="max-lg:hidden">
      {formatNumber(sums.lines)}
    </Cell>
    <Cell align="end" className="max-lg:hidden">
      <Amount amount={sums.charge} />
    </Cell>
    <Cell align="end" className="max-lg:hidden">
      <Amount amount={sums.reverse} />
    </Cell>
    <Cell align="end" className="max-lg:hidden">
      <Amount amount={sums.prorate} />
    </Cell>
    <Cell align="end">{formatMoney(sums.total)}</Cell>
  </>
)

/** On narrow screens, the amounts of the actions are below the item. */
const Parts = ({ sums }: { sums: Sums }) => (
  <span className="flex flex-wrap gap-x-3 text-label font-normal text-ink-2 lg:hidden">
    {bursarActions
      .filter((action) => sums[action] !== '0.00')
      .map((action) => (
        <span key={action} className="whitespace-nowrap">
          {`${actionsText[action]} ${formatMoney(sums[action])}`}
        </span>
      ))}
  </span>
)

/** Nothing of an action is a dash, so that amounts stand out. */
const Amount = ({ amount }: { amount: string }) =>
  amount === '0.00' ? <span className="text-ink-3">–</span> : formatMoney(amount)
