/* SPDX-License-Identifier: Apache-2.0 */
/* What a process costs that does nothing: the unit of every figure in tests/perf. */
int main(void) { return 0; }
