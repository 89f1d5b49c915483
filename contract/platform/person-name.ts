/** A person; whoever has one name has no first name. */
interface Named {
  readonly first_name: string | null
  readonly last_name: string | null
}

/** Returns a name as people say it: `Amara Okonjo`. */
export const fullName = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ')

/** Returns a name as lists write it: `Okonjo, Amara`. */
export const listedName = ({ first_name, last_name }: Named): string =>
  [last_name, first_name].filter(Boolean).join(', ')
