// Package driver makes calls of untrusted Go code; it runs in a process of its own inside the sandbox, started by
// supervisor.py. Input on descriptor 0: {"calls": [[tagged data, ...], ...]}. For each call one line goes to
// descriptor 3. Arguments are made by reflection from what the function says it takes.
package driver

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"
	"unsafe"
)

const (
	maxDepth = 180
	maxValue = 16 * 1024 * 1024
	safeInt  = 1 << 53
)

type object = map[string]any

var (
	bigInt    = reflect.TypeOf((*big.Int)(nil))
	errorType = reflect.TypeOf((*error)(nil)).Elem()
	emptyType = reflect.TypeOf(struct{}{})
)

// Run makes the calls of the input on one of the functions, which the input names, and ends the process.
func Run(entries ...func() any) {
	requireSandbox()
	decoder := json.NewDecoder(os.Stdin)
	decoder.UseNumber()
	var work struct {
		Calls [][]any
		Stack int
		Which int
		Exact bool
	}
	if err := decoder.Decode(&work); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(121)
	}
	if work.Stack > 0 {
		debug.SetMaxStack(work.Stack)
	}
	report := bufio.NewWriter(os.NewFile(3, "report"))
	function := reflect.ValueOf(entries[work.Which]())
	problem := unfit(function, work.Calls)
	syscall.Close(4)
	printed := position()
	for _, given := range work.Calls {
		outcome := problem
		if outcome == nil {
			if work.Exact {
				// What a machine does more slowly the first time is not the function's cost.
				call(function, given)
			}
			outcome = call(function, given)
		}
		end := position()
		outcome["out"] = []int64{printed, end}
		printed = end
		line, err := json.Marshal(outcome)
		if err != nil {
			line = []byte(`{"ending": "crashed", "error": "the value could not be told"}`)
		}
		report.Write(line)
		report.WriteByte('\n')
		report.Flush()
		if problem != nil {
			break
		}
	}
	os.Exit(0)
}

// requireSandbox ends the process unless it is in a sandbox of specwright, which has a mark in its root directory.
func requireSandbox() {
	if _, err := os.Lstat("/.specwright"); err != nil {
		fmt.Fprintln(os.Stderr, "this program runs untrusted code: it runs in a sandbox of specwright only")
		os.Exit(1)
	}
}

func position() int64 {
	at, err := os.Stdout.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	return at
}

func unfit(function reflect.Value, calls [][]any) object {
	if function.Kind() != reflect.Func {
		return object{"ending": "not loaded", "error": "what has the function's name is not a function"}
	}
	if len(calls) > 0 && !function.Type().IsVariadic() && function.Type().NumIn() != len(calls[0]) {
		why := fmt.Sprintf("the function takes %d arguments, not %d", function.Type().NumIn(), len(calls[0]))
		return object{"ending": "not loaded", "error": why}
	}
	return nil
}

// The thread's: where a process's time is limited the kernel keeps it to a tick.
const threadClock = 3

func cpu() float64 {
	var now syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&now)), 0)
	return float64(now.Nano()) / 1e9
}

func call(function reflect.Value, given []any) (outcome object) {
	arguments, problem := makeArguments(function.Type(), given)
	if problem != nil {
		return object{"ending": "not loaded", "error": problem.Error()}
	}
	// The time is the function's own, without that of making its arguments and telling its value.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began, ended := cpu(), 0.0
	defer func() {
		if cause := recover(); cause != nil {
			outcome = object{"ending": "raised", "error": "panic", "detail": panicText(cause)}
		}
		if ended == 0 {
			ended = cpu()
		}
		outcome["cpu"] = ended - began
	}()
	var results []reflect.Value
	if function.Type().IsVariadic() {
		results = function.CallSlice(arguments)
	} else {
		results = function.Call(arguments)
	}
	ended = cpu()
	return told(results)
}

func panicText(cause any) string {
	if err, ok := cause.(runtime.Error); ok {
		return "panic: " + err.Error() + "\n" + frames()
	}
	return fmt.Sprintf("panic: %.1000v\n%s", cause, frames())
}

// frames are the lines of the trace that speak of the solution.
func frames() string {
	var kept []string
	for _, line := range strings.Split(string(debug.Stack()), "\n") {
		if strings.Contains(line, "solution.go:") {
			kept = append(kept, strings.TrimSpace(strings.Split(line, " +0x")[0]))
		}
	}
	if len(kept) > 10 {
		kept = kept[:10]
	}
	return strings.Join(kept, "\n")
}

func told(results []reflect.Value) object {
	if count := len(results); count > 0 && results[count-1].Type() == errorType {
		if last := results[count-1]; !last.IsNil() {
			err := last.Interface().(error)
			return object{"ending": "raised", "error": errorKind(err), "detail": fmt.Sprintf("%.4000s", err.Error())}
		}
		results = results[:count-1]
	}
	encoder := &encoder{room: maxValue}
	switch len(results) {
	case 0:
		return object{"ending": "returned", "value": nil}
	case 1:
		return object{"ending": "returned", "value": encoder.encode(results[0], 0)}
	default:
		items := make([]any, len(results))
		for i, result := range results {
			items[i] = encoder.encode(result, 1)
		}
		return object{"ending": "returned", "value": object{"$tuple": items}}
	}
}

func errorKind(err error) string {
	name := strings.TrimPrefix(fmt.Sprintf("%T", err), "*")
	if at := strings.LastIndex(name, "."); at >= 0 {
		name = name[at+1:]
	}
	if name == "errorString" || name == "wrapError" {
		return "error"
	}
	return name
}

// --- tagged data to Go values ---

func makeArguments(function reflect.Type, given []any) (values []reflect.Value, problem error) {
	defer func() {
		if cause := recover(); cause != nil {
			problem = fmt.Errorf("an argument does not fit: %v", cause)
		}
	}()
	for i, data := range given {
		kind := function.In(min(i, function.NumIn()-1))
		value, err := decode(data, kind)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		values = append(values, value)
	}
	return values, nil
}

func mismatch(data any, kind reflect.Type) error {
	text, _ := json.Marshal(data)
	return fmt.Errorf("%.100s does not fit %s", text, kind)
}

func untag(data any) (string, any) {
	if tagged, ok := data.(map[string]any); ok {
		for tag, body := range tagged {
			return tag, body
		}
	}
	return "", data
}

func integer(data any) *big.Int {
	tag, body := untag(data)
	if number, ok := body.(json.Number); ok && tag == "" {
		if value, fine := new(big.Int).SetString(number.String(), 10); fine {
			return value
		}
	}
	if text, ok := body.(string); ok && tag == "$int" {
		if value, fine := new(big.Int).SetString(text, 0); fine {
			return value
		}
	}
	return nil
}

func real(data any) (float64, bool) {
	tag, body := untag(data)
	if number, ok := body.(json.Number); ok && tag == "" {
		value, err := number.Float64()
		return value, err == nil
	}
	if tag == "$float" {
		switch body {
		case "nan":
			return math.NaN(), true
		case "inf":
			return math.Inf(1), true
		case "-inf":
			return math.Inf(-1), true
		case "-0.0":
			return math.Copysign(0, -1), true
		}
	}
	if whole := integer(data); whole != nil {
		value, _ := new(big.Float).SetInt(whole).Float64()
		return value, !math.IsInf(value, 0)
	}
	return 0, false
}

func decode(data any, kind reflect.Type) (reflect.Value, error) {
	value := reflect.New(kind).Elem()
	return value, fill(value, data)
}

func fill(value reflect.Value, data any) error {
	kind := value.Type()
	switch kind.Kind() {
	case reflect.Interface:
		return fillAny(value, data)
	case reflect.Pointer:
		return fillPointer(value, data)
	case reflect.Bool:
		flag, ok := data.(bool)
		if !ok {
			return mismatch(data, kind)
		}
		value.SetBool(flag)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fillInt(value, data)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		whole := integer(data)
		if whole == nil || !whole.IsUint64() || value.OverflowUint(whole.Uint64()) {
			return mismatch(data, kind)
		}
		value.SetUint(whole.Uint64())
	case reflect.Float32, reflect.Float64:
		number, ok := real(data)
		if !ok {
			return mismatch(data, kind)
		}
		value.SetFloat(number)
	case reflect.String:
		text, ok := data.(string)
		if !ok {
			return mismatch(data, kind)
		}
		value.SetString(text)
	default:
		return fillContainer(value, data)
	}
	return nil
}

func fillInt(value reflect.Value, data any) error {
	if text, ok := data.(string); ok && value.Kind() == reflect.Int32 && utf8.RuneCountInString(text) == 1 {
		symbol, _ := utf8.DecodeRuneInString(text)
		value.SetInt(int64(symbol))
		return nil
	}
	whole := integer(data)
	if whole == nil || !whole.IsInt64() || value.OverflowInt(whole.Int64()) {
		return mismatch(data, value.Type())
	}
	value.SetInt(whole.Int64())
	return nil
}

func fillPointer(value reflect.Value, data any) error {
	if data == nil {
		return nil
	}
	if value.Type() == bigInt {
		whole := integer(data)
		if whole == nil {
			return mismatch(data, value.Type())
		}
		value.Set(reflect.ValueOf(whole))
		return nil
	}
	inner := reflect.New(value.Type().Elem())
	if err := fill(inner.Elem(), data); err != nil {
		return err
	}
	value.Set(inner)
	return nil
}

func items(data any) ([]any, bool) {
	tag, body := untag(data)
	list, ok := body.([]any)
	return list, ok && (tag == "" || tag == "$tuple" || tag == "$set" || tag == "$map")
}

func fillContainer(value reflect.Value, data any) error {
	kind := value.Type()
	if data == nil && (kind.Kind() == reflect.Slice || kind.Kind() == reflect.Map) {
		return nil
	}
	list, ok := items(data)
	if !ok {
		return mismatch(data, kind)
	}
	switch kind.Kind() {
	case reflect.Slice:
		value.Set(reflect.MakeSlice(kind, len(list), len(list)))
		return fillEach(value.Index, list)
	case reflect.Array:
		if kind.Len() != len(list) {
			return mismatch(data, kind)
		}
		return fillEach(value.Index, list)
	case reflect.Struct:
		if kind.NumField() != len(list) {
			return mismatch(data, kind)
		}
		return fillEach(func(i int) reflect.Value { return reachable(value.Field(i)) }, list)
	case reflect.Map:
		return fillMap(value, data, list)
	}
	return mismatch(data, kind)
}

// reachable lets fields be set that the solution's package keeps to itself.
func reachable(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}

func fillEach(place func(int) reflect.Value, list []any) error {
	for i, item := range list {
		if err := fill(place(i), item); err != nil {
			return err
		}
	}
	return nil
}

func fillMap(value reflect.Value, data any, list []any) error {
	kind := value.Type()
	value.Set(reflect.MakeMapWithSize(kind, len(list)))
	tag, _ := untag(data)
	for _, entry := range list {
		key, item := entry, any(true)
		if tag == "$map" {
			pair := entry.([]any)
			key, item = pair[0], pair[1]
		}
		k, err := decode(key, kind.Key())
		if err != nil {
			return err
		}
		v := reflect.Zero(kind.Elem())
		if kind.Elem() != emptyType {
			if v, err = decode(item, kind.Elem()); err != nil {
				return err
			}
		}
		value.SetMapIndex(k, v)
	}
	return nil
}

// fillAny chooses the type that a Go programmer would find behind an `any`.
func fillAny(value reflect.Value, data any) error {
	tag, body := untag(data)
	var chosen any
	switch {
	case data == nil:
		return nil
	case tag == "" && integer(data) != nil:
		chosen = int(integer(data).Int64())
	case tag == "$int" && integer(data).IsInt64():
		chosen = int(integer(data).Int64())
	case tag == "$int":
		chosen = integer(data)
	case tag == "$float":
		chosen, _ = real(data)
	case tag == "$map":
		chosen = anyMap(body.([]any))
	case tag == "$set":
		return fillAs(value, map[any]struct{}{}, data)
	default:
		switch plain := data.(type) {
		case json.Number:
			chosen, _ = real(data)
		case string, bool:
			chosen = plain
		default:
			return fillAs(value, []any{}, data)
		}
	}
	value.Set(reflect.ValueOf(chosen))
	return nil
}

func fillAs(value reflect.Value, example any, data any) error {
	made, err := decode(data, reflect.TypeOf(example))
	if err == nil {
		value.Set(made)
	}
	return err
}

func anyMap(pairs []any) any {
	texts := true
	for _, pair := range pairs {
		_, isText := pair.([]any)[0].(string)
		texts = texts && isText
	}
	kind := reflect.TypeOf(map[any]any{})
	if texts {
		kind = reflect.TypeOf(map[string]any{})
	}
	made, err := decode(object{"$map": pairs}, kind)
	if err != nil {
		panic(err)
	}
	return made.Interface()
}

// --- Go values to tagged data ---

type encoder struct{ room int }

func (e *encoder) encode(value reflect.Value, depth int) any {
	e.room -= 8
	if e.room < 0 {
		return object{"$cut": "too large"}
	}
	if depth > maxDepth {
		return object{"$cut": "nested too deep"}
	}
	switch value.Kind() {
	case reflect.Invalid:
		return nil
	case reflect.Bool:
		return value.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return e.integer(big.NewInt(value.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return e.integer(new(big.Int).SetUint64(value.Uint()))
	case reflect.Float32:
		return number(value.Float(), 32)
	case reflect.Float64:
		return number(value.Float(), 64)
	case reflect.String:
		return e.text(value.String())
	case reflect.Interface, reflect.Pointer:
		return e.behind(value, depth)
	default:
		return e.container(value, depth)
	}
}

func (e *encoder) integer(value *big.Int) any {
	if value.IsInt64() && value.Int64() < safeInt && value.Int64() > -safeInt {
		return value.Int64()
	}
	e.room -= value.BitLen() / 4
	if e.room < 0 {
		return object{"$cut": "an integer too large"}
	}
	sign := ""
	if value.Sign() < 0 {
		sign = "-"
	}
	return object{"$int": sign + "0x" + new(big.Int).Abs(value).Text(16)}
}

func number(value float64, bits int) any {
	switch {
	case math.IsNaN(value):
		return object{"$float": "nan"}
	case math.IsInf(value, 1):
		return object{"$float": "inf"}
	case math.IsInf(value, -1):
		return object{"$float": "-inf"}
	case value == 0 && math.Signbit(value):
		return object{"$float": "-0.0"}
	}
	text := strconv.FormatFloat(value, 'g', -1, bits)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return json.RawMessage(text)
}

func (e *encoder) text(text string) any {
	e.room -= len(text)
	if e.room < 0 {
		return object{"$cut": fmt.Sprintf("a string of %d bytes", len(text))}
	}
	if !utf8.ValidString(text) {
		return object{"$cut": "a string that is not UTF-8"}
	}
	return text
}

func (e *encoder) behind(value reflect.Value, depth int) any {
	if value.IsNil() {
		return nil
	}
	if value.Type() == bigInt {
		// Read by address: the value may come from a field that is not exported.
		return e.integer((*big.Int)(value.UnsafePointer()))
	}
	return e.encode(value.Elem(), depth+1)
}

func (e *encoder) container(value reflect.Value, depth int) any {
	switch value.Kind() {
	case reflect.Slice, reflect.Array:
		if value.Kind() == reflect.Slice && value.IsNil() {
			return nil
		}
		list := make([]any, value.Len())
		for i := range list {
			list[i] = e.encode(value.Index(i), depth+1)
		}
		return list
	case reflect.Map:
		return e.mapping(value, depth)
	case reflect.Struct:
		if value.Type().String() == "big.Int" && value.CanAddr() {
			return e.integer(value.Addr().Interface().(*big.Int))
		}
		list := make([]any, value.NumField())
		for i := range list {
			list[i] = e.encode(value.Field(i), depth+1)
		}
		return object{"$tuple": list}
	}
	name := value.Type().String()
	return object{"$object": []any{name, nil, "<" + name + ">"}}
}

func (e *encoder) mapping(value reflect.Value, depth int) any {
	if value.IsNil() {
		return nil
	}
	isSet := value.Type().Elem() == emptyType
	list := make([]any, 0, value.Len())
	for _, key := range value.MapKeys() {
		item := e.encode(key, depth+1)
		if !isSet {
			item = []any{item, e.encode(value.MapIndex(key), depth+1)}
		}
		list = append(list, item)
	}
	if isSet {
		return object{"$set": list}
	}
	return object{"$map": list}
}

