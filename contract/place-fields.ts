import * as z from 'zod/mini'
import { countries } from './countries.ts'
import { states } from './places.ts'

// Apart from the other fields: the login needs those, and does without the countries of the world.

/** A state: two letters for US places; free text for other countries is judged with the country. */
export const usState = z.enum(states.map((state) => state.value))
/** A country: ISO 3166, two letters. */
export const country = z.enum(countries.map((entry) => entry.value))
export const countryLabels: Readonly<Record<string, string>> = Object.fromEntries(
  countries.map(({ value, label }) => [value, label]),
)
