import { foldText } from '#contract/fold-text.ts'
import type { ColumnValues } from '#contract/student-periods/value-shapes.ts'
import type { Context } from '../context.ts'
import { isOptionField, offeredOptions } from '../periods/index.ts'

/**
 * The values of a column with what the period offers to choose from first, in the period's order and spelling; what
 * nobody here holds is left out. Columns without options stay as they are.
 */
export const offeredFirst = async (
  context: Context,
  periodId: number,
  field: string,
  { data, meta }: ColumnValues,
): Promise<ColumnValues> => {
  if (!isOptionField(field)) return { data, meta }
  const places = (await offeredOptions(context, periodId, field)).map(foldText)
  const placeOf = ({ value }: ColumnValues['data'][number]): number => {
    const place = places.indexOf(foldText(String(value)))
    return place < 0 ? places.length : place
  }
  return { data: data.toSorted((one, other) => placeOf(one) - placeOf(other)), meta }
}
