import { loadModule, parseSync } from 'libpg-query'
import { tenantTables } from '#server/platform/db/scope.ts'

await loadModule()

/** What a database that is split by school must do for a statement. */
type Reach =
  /** It reads no table of a school. */
  | { readonly of: 'shared' }
  /** It says which schools, in every table of a school. */
  | { readonly of: 'its schools' }
  /** It doesn’t say which, but joins tables by their school: each part answers alone. */
  | { readonly of: 'every school' }
  /** Tables aren’t joined by their school. Each group could be on another part. */
  | { readonly of: 'apart'; readonly groups: readonly (readonly string[])[] }

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** Returns a part of a node; of `{ ColumnRef: content }` that’s the content, if it’s of that kind. */
const as = (kind: string, value: unknown): Node | null => {
  const content = isNode(value) ? value[kind] : undefined
  return isNode(content) ? content : null
}

const textOf = (value: unknown): string => {
  const text = as('String', value)?.['sval']
  return typeof text === 'string' ? text : ''
}

/** The school of a table’s rows, or of what a statement was given. Two that are equal have the same root. */
class School {
  #same: School | null = null

  get root(): School {
    return this.#same?.root ?? this
  }

  is(other: School): void {
    if (this.root !== other.root) this.root.#same = other.root
  }
}

/** The names that a query knows. */
interface Frame {
  readonly outer: Frame | null
  readonly queries: Map<string, School>
  readonly tables: Map<string, School>
}

const frameIn = (outer: Frame | null): Frame => ({ outer, queries: new Map(), tables: new Map() })

const find = (frame: Frame | null, kind: 'queries' | 'tables', name: string): School | undefined =>
  frame === null ? undefined : (frame[kind].get(name) ?? find(frame.outer, kind, name))

/** Reads one statement: which schools of its tables are the same. */
class Statement {
  readonly given = new School()
  readonly tables: { readonly name: string; readonly school: School }[] = []
  readonly #seen = new Set<Node>()

  /** Reads a query, with the names of the one around it. Returns the school of its rows. */
  query(node: Node, outer: Frame | null): School | undefined {
    for (const [kind, value] of Object.entries(node)) {
      if (!isNode(value)) continue
      const frame = frameIn(outer)
      for (const named of nodesOf(as('withClause', value)?.['ctes'])) this.#named(named, frame)
      if (kind === 'SelectStmt') return this.#select(value, frame)
      if (kind === 'InsertStmt' || kind === 'UpdateStmt' || kind === 'DeleteStmt')
        return this.#write(value, frame)
    }
    return undefined
  }

  #named(node: Node, frame: Frame): void {
    const cte = as('CommonTableExpr', node)
    const inner = cte?.['ctequery']
    const school = new School()
    // a query that reads itself finds its own name
    frame.queries.set(String(cte?.['ctename']), school)
    if (isNode(inner)) this.query(inner, frame)?.is(school)
  }

  #select(select: Node, frame: Frame): School | undefined {
    const both = [select['larg'], select['rarg']].filter(isNode)
    const schools = both.map((one) => this.#select(one, frameIn(frame)))
    const [first, second] = schools
    if (first && second) first.is(second)
    if (select['valuesLists'] !== undefined) this.#look(select['valuesLists'], frame)
    for (const from of nodesOf(select['fromClause'])) this.#from(from, frame)
    this.#where(select['whereClause'], frame)
    this.#where(select['havingClause'], frame)
    for (const part of ['targetList', 'groupClause', 'sortClause', 'limitCount', 'windowClause'])
      this.#look(select[part], frame)
    if (select['valuesLists'] !== undefined) return this.given
    return first ?? this.#shown(select['targetList'], frame)
  }

  #write(write: Node, frame: Frame): School | undefined {
    const relation = as('relation', write)
    const school = relation ? this.#table(relation, frame) : new School()
    for (const from of [...nodesOf(write['fromClause']), ...nodesOf(write['usingClause'])])
      this.#from(from, frame)
    this.#where(write['whereClause'], frame)
    for (const part of ['targetList', 'onConflictClause']) this.#look(write[part], frame)
    const source = write['selectStmt']
    if (isNode(source)) this.#rows(source, nodesOf(write['cols']), frame)?.is(school)
    this.#look(write['returningList'], frame)
    return this.#shown(write['returningList'], frame) ?? school
  }

  /** Reads what is inserted. Returns its school. */
  #rows(source: Node, columns: readonly Node[], frame: Frame): School | undefined {
    this.query(source, frame)
    const at = columns.findIndex((one) => as('ResTarget', one)?.['name'] === 'school_id')
    if (at < 0) return undefined
    const target = nodesOf(as('SelectStmt', source)?.['targetList'])[at]
    return target ? this.#targets.get(target) : this.given
  }

  /** The school of each column that a query shows, if it’s one. */
  readonly #targets = new Map<Node, School>()

  #shown(list: unknown, frame: Frame): School | undefined {
    let found: School | undefined
    for (const node of nodesOf(list)) {
      const target = as('ResTarget', node)
      const school = this.#schoolOf(target?.['val'], frame, true)
      if (!school) continue
      this.#targets.set(node, school)
      const name = target?.['name'] ?? 'school_id'
      if (name === 'school_id' && as('ColumnRef', target?.['val'])) found ??= school
    }
    return found
  }

  #table(range: Node, frame: Frame): School {
    const name = String(range['relname'])
    const alias = isNode(range['alias']) ? String(range['alias']['aliasname']) : name
    const known = find(frame, 'queries', name)
    const school = known ?? new School()
    if (!known && name !== 'schools' && Object.hasOwn(tenantTables, name)) this.tables.push({ name, school })
    frame.tables.set(alias, school)
    return school
  }

  #from(node: Node, frame: Frame): void {
    const [range, join] = [as('RangeVar', node), as('JoinExpr', node)]
    const [inner, call] = [as('RangeSubselect', node), as('RangeFunction', node)]
    if (range) this.#table(range, frame)
    if (join) this.#join(join, frame)
    const alias = (inner ?? call)?.['alias']
    if (!isNode(alias)) return
    const school = new School()
    if (inner && isNode(inner['subquery'])) this.query(inner['subquery'], frame)?.is(school)
    if (call) {
      this.#look(call['functions'], frame)
      school.is(this.given)
    }
    frame.tables.set(String(alias['aliasname']), school)
  }

  #join(join: Node, frame: Frame): void {
    const before = new Set(frame.tables.values())
    for (const side of [join['larg'], join['rarg']]) if (isNode(side)) this.#from(side, frame)
    this.#where(join['quals'], frame)
    if (!nodesOf(join['usingClause']).some((one) => textOf(one) === 'school_id')) return
    const [first, ...others] = [...frame.tables.values()].filter((school) => !before.has(school))
    for (const other of others) first?.is(other)
  }

  /** Reads a condition: what it says of schools counts only if it must be true. */
  #where(condition: unknown, frame: Frame): void {
    const all = as('BoolExpr', condition)
    if (all?.['boolop'] === 'AND_EXPR') for (const one of nodesOf(all['args'])) this.#where(one, frame)
    else {
      this.#equal(condition, frame)
      this.#look(condition, frame)
    }
  }

  #equal(condition: unknown, frame: Frame): void {
    const compared = as('A_Expr', condition)
    const isEqual = nodesOf(compared?.['name']).map(textOf).join('') === '='
    if (compared && isEqual) this.#pair(compared['lexpr'], compared['rexpr'], frame)
    const link = as('SubLink', condition)
    if (link?.['subLinkType'] === 'ANY_SUBLINK') this.#among(link, frame)
  }

  /** Reads `(id, school_id) in (select …)`. */
  #among(among: Node, frame: Frame): void {
    if (!isNode(among['subselect'])) return
    this.#seen.add(among)
    this.query(among['subselect'], frame)
    const targets = nodesOf(as('SelectStmt', among['subselect'])?.['targetList'])
    const tested = as('RowExpr', among['testexpr'])
    const columns = tested ? nodesOf(tested['args']) : [among['testexpr']]
    for (const [index, column] of columns.entries()) {
      const target = targets[index]
      const school = target && this.#targets.get(target)
      if (school) this.#schoolOf(column, frame)?.is(school)
    }
  }

  #pair(left: unknown, right: unknown, frame: Frame): void {
    const rows = [left, right].map((one) => nodesOf(as('RowExpr', one)?.['args']))
    for (const [index, one] of (rows[0] ?? []).entries()) this.#pair(one, rows[1]?.[index], frame)
    const [one, other] = [this.#schoolOf(left, frame), this.#schoolOf(right, frame)]
    if (one && other) one.is(other)
  }

  /** Returns the school that an expression is; undefined for anything else. */
  #schoolOf(value: unknown, frame: Frame, isShown = false): School | undefined {
    const column = as('ColumnRef', value)
    if (column) return this.#column(nodesOf(column['fields']), frame, isShown)
    const cast = as('TypeCast', value)
    if (cast) return this.#schoolOf(cast['arg'], frame)
    const link = as('SubLink', value)
    if (link && isNode(link['subselect']) && !this.#seen.has(link)) {
      this.#seen.add(link)
      return this.query(link['subselect'], frame)
    }
    const isGiven = ['ParamRef', 'A_Const', 'List', 'FuncCall', 'A_ArrayExpr'].some((kind) => as(kind, value))
    return isGiven ? this.given : undefined
  }

  #column(fields: readonly Node[], frame: Frame, isShown: boolean): School | undefined {
    const [last, table] = fields.toReversed()
    const isWhole = isShown && isNode(last?.['A_Star'])
    if (!isWhole && textOf(last) !== 'school_id') return undefined
    if (table) return find(frame, 'tables', textOf(table))
    return frame.tables.size > 0 ? [...frame.tables.values()][0] : undefined
  }

  /** Reads the queries inside of an expression. */
  #look(value: unknown, frame: Frame): void {
    if (Array.isArray(value)) for (const one of value) this.#look(one, frame)
    if (!isNode(value) || Array.isArray(value)) return
    const link = as('SubLink', value)
    if (link && isNode(link['subselect'])) {
      if (!this.#seen.has(link)) this.query(link['subselect'], frame)
      this.#seen.add(link)
      return
    }
    for (const one of Object.values(value)) this.#look(one, frame)
  }
}

/** Returns what a database that is split by school must do for a statement. @throws Error if it isn’t SQL */
export const reachOf = (text: string): Reach => {
  const statement = new Statement()
  for (const { stmt } of parseSync(text).stmts ?? []) if (isNode(stmt)) statement.query(stmt, null)
  const groups = Map.groupBy(statement.tables, ({ school }) => school.root)
  const [first] = groups.keys()
  if (!first) return { of: 'shared' }
  if (groups.size > 1)
    return { of: 'apart', groups: [...groups.values()].map((all) => all.map(({ name }) => name)) }
  return { of: first === statement.given.root ? 'its schools' : 'every school' }
}
