/** Part of the bundler's context for names of chunks. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const grid = /node_modules\/(ag-grid|ag-stack)/;

/**
 * Names the chunk `shared` for a module that several screens share and that does not need the grid. Without it Home and
 * the other screens without a list would load and compile the grid before their first frame.
 */
export function sharedChunk(): (id: string, graph: Graph) => string | null {
  const known = new Map<string, boolean>();
  const needsGrid = (id: string, graph: Graph): boolean => {
    if (grid.test(id)) return true;
    const found = known.get(id);
    if (found !== undefined) return found;
    // Ends the walk where imports form a cycle.
    known.set(id, false);
    const needs = graph.getModuleInfo(id)?.importedIds.some((one) => needsGrid(one, graph)) ?? false;
    known.set(id, needs);
    return needs;
  };
  return (id, graph) => (needsGrid(id, graph) ? null : 'shared');
}
